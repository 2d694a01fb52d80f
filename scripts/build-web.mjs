/**
 * Builds packages/web into its dist/site, only when a source is newer than the last build: the evidence page and the dashboard
 * with Vite, and the template of the self-verifying HTML export, whose scripts and styles are put inside.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const web = join(root, 'packages/web')
const stamp = join(web, 'dist/site/.built')
const sources = [
  join(web, 'src'),
  join(web, 'page.html'),
  join(web, 'dashboard.html'),
  join(web, 'verify.html'),
  join(web, 'vite.config.ts'),
  join(web, 'package.json'),
  join(root, 'packages/evidence/src'),
  fileURLToPath(import.meta.url),
]

/** Newest change below a path. */
function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const startedAt = new Date()
if (!existsSync(stamp) || statSync(stamp).mtimeMs < Math.max(...sources.map(newest))) {
  const { build } = await import('vite')
  const configFile = join(web, 'vite.config.ts')
  await build({ root: web, configFile, logLevel: 'warn' })
  const single = join(web, 'dist/single')
  await build({
    root: web,
    configFile,
    logLevel: 'warn',
    base: './',
    // From disk a browser starts plain workers only, no module ones.
    worker: { format: 'iife' },
    build: {
      outDir: single,
      cssCodeSplit: false,
      // Everything is one script on purpose.
      chunkSizeWarningLimit: 1024,
      rolldownOptions: { input: 'verify.html', output: { codeSplitting: false } },
    },
  })
  writeFileSync(join(web, 'dist/site/verify.html'), inlined(single))
  rmSync(single, { recursive: true })
  writeFileSync(stamp, startedAt.toISOString())
}

/** The built page with its script and style inside. */
function inlined(folder) {
  const content = (href) => readFileSync(join(folder, href), 'utf8')
  let script = ''
  const html = readFileSync(join(folder, 'verify.html'), 'utf8')
    .replace(/<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/, (_tag, href) => {
      script = content(href)
      return ''
    })
    .replace(
      /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/,
      (_tag, href) => `<style>${content(href)}</style>`,
    )
  if (script === '' || !html.includes('<style>')) throw new Error('verify.html: a script or style is missing')
  // Behind the export, so that it finds it; `</script` would end the element early.
  const tag = `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`
  return html.replace('</body>', () => `${tag}</body>`)
}
