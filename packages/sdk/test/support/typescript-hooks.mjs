/** Module hooks: `.js` in an import may mean `.ts`, and TypeScript is stripped of its types on the way in. */
import { readFile } from 'node:fs/promises'
import ts from 'typescript'

export async function resolve(specifier, context, next) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    return next(specifier.replace(/\.js$/, '.ts'), context)
  }
  return next(specifier, context)
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const source = await readFile(new URL(url), 'utf8')
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
  const { outputText } = ts.transpileModule(source, { compilerOptions: options, fileName: url })
  return { format: 'module', source: outputText, shortCircuit: true }
}
