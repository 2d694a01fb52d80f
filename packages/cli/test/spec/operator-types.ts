/** The operator API as TypeScript types for the dashboard, drawn from the same document as `spec/openapi.json`. */
import openapiTS, { astToString } from 'openapi-typescript'
import { openApiText } from './openapi.js'

/** Where they are kept, from the root of the repository. */
export const OPERATOR_TYPES_FILE = 'packages/web/src/dashboard/api/schema.gen.d.ts'

const HEADER =
  '/** Types of the operator API. Written by `npm run spec` from the service’s own routes: change those instead. */\n'

type Operation = { readonly responses: Readonly<Record<string, unknown>> }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

export async function operatorTypesText(): Promise<string> {
  const { paths, ...document } = JSON.parse(await openApiText()) as Document
  const operators = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .map(([path, methods]) => [path.slice('/api'.length), mapValues(methods, answersOnly)] as const)
  const described = { ...document, paths: Object.fromEntries(operators) }
  return HEADER + astToString(await openapiTS(described as never, { alphabetize: true, exportType: true }))
}

/** Every refusal has one shape, which the dashboard throws: it needs no type for each route. */
function answersOnly(operation: Operation): Operation {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return { ...operation, responses: Object.fromEntries(answers) }
}

function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}
