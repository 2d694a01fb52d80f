/**
 * `/docs`: the OpenAPI document as one page for people. Rendered here once: no script, nothing from elsewhere, so its
 * content security policy allows nothing but its own style.
 */
import { createHash } from 'node:crypto'
import { REFUSALS } from '../../domain/refusal.js'
import { DOCS_STYLE } from './style.js'

type Json = Readonly<Record<string, unknown>>

export type DocsPage = { readonly html: string; readonly contentSecurityPolicy: string }

/** Renders the page of an OpenAPI document. */
export function renderDocsPage(document: object): DocsPage {
  const { info, paths } = document as {
    info: { title: string; description: string }
    paths: Record<string, Json>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0]))]
  const sections = tags.map(
    (tag) =>
      `<h2>${escape(tag)}</h2>` +
      operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(renderOperation)
        .join(''),
  )
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escape(info.title)} API</title><style>${DOCS_STYLE}</style></head><body><main>` +
    `<h1>${escape(info.title)} API</h1><p>${escape(info.description)}</p>` +
    '<p>For programs: <a href="/openapi.json">/openapi.json</a>. ' +
    'Keys: <a href="/.well-known/jwks.json">/.well-known/jwks.json</a>. Routes under <code>/v1</code> take ' +
    '<code>Authorization: Bearer</code> and a key of one project.</p>' +
    `${sections.join('')}${renderRefusals()}</main></body></html>\n`
  const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64')
  return {
    html,
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> }
  readonly responses?: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly content?: Readonly<Record<string, { readonly schema?: Json }>>
      }
    >
  >
}

function renderOperation(entry: { path: string; method: string; operation: Operation }): string {
  const { path, method, operation } = entry
  const body = operation.requestBody?.content['application/json']?.schema
  const responses = Object.entries(operation.responses ?? {})
  const answer = operation.responses?.['200']?.content?.['application/json']?.schema
  const refused = responses.filter(([status]) => Number(status) >= 400)
  return (
    `<section id="${escape(operation.operationId)}"><h3><code><span class="method">${escape(method.toUpperCase())}</span> ` +
    `${escape(path)}</code></h3><p>${escape(operation.summary)}.</p>` +
    (body === undefined ? '' : renderTable('Request', rowsOf(body, ''))) +
    (answer === undefined ? '' : renderTable('Answer', rowsOf(answer, ''))) +
    (refused.length === 0
      ? ''
      : `<p>Refusals: ${refused.map(([status, { description }]) => `${escape(status)} ${codes(description)}`).join('; ')}</p>`) +
    '</section>'
  )
}

type Row = {
  readonly member: string
  readonly type: string
  readonly required: boolean
  readonly text: string
}

/** One row a member, nested ones by their path. Of alternatives, the first is shown: the others are arrays of it. */
function rowsOf(schema: Json, prefix: string): Row[] {
  const [alternative] = (schema['anyOf'] as Json[] | undefined) ?? []
  if (alternative !== undefined) return rowsOf(alternative, prefix)
  if (schema['type'] === 'array') return rowsOf((schema['items'] as Json | undefined) ?? {}, `${prefix}[]`)
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  return Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {}).flatMap(
    ([name, member]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`
      const text = [member['description'], expectationOf(member)]
        .filter((part) => typeof part === 'string')
        .join(' ')
      return [
        { member: path, type: typeOf(member), required: required.has(name), text },
        ...rowsOf(member, path),
      ]
    },
  )
}

function typeOf(schema: Json): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  const type = schema['type'] as string | string[] | undefined
  return [type ?? 'any'].flat().join(' | ')
}

function expectationOf(schema: Json): string | undefined {
  const expected = schema['x-expected']
  if (typeof expected !== 'string' || expected === 'an object' || Array.isArray(schema['enum']))
    return undefined
  return `Must be ${expected}.`
}

function renderTable(caption: string, rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const body = rows.map(
    ({ member, type, required, text }) =>
      `<tr><td><code>${escape(member)}</code>${required ? '' : ' <small>optional</small>'}</td>` +
      `<td><code>${escape(type)}</code></td><td>${code(text)}</td></tr>`,
  )
  return (
    `<div class="table"><table><caption>${caption}</caption><thead><tr><th scope="col">Member</th>` +
    `<th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${body.join('')}</tbody></table></div>`
  )
}

function renderRefusals(): string {
  const rows = Object.entries(REFUSALS).map(
    ([name, { status, title }]) =>
      `<tr id="${escape(name)}"><td><code>${escape(name)}</code></td><td>${status}</td><td>${escape(title)}</td></tr>`,
  )
  return (
    '<h2>Refusals</h2><p>Every refusal is a problem (RFC 9457): <code>code</code> is stable, <code>detail</code> says ' +
    'what to do, <code>pointer</code> names the member.</p><div class="table"><table><thead><tr><th scope="col">Code</th>' +
    `<th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  )
}

/** The codes that a response's description names, each a link to its row. */
function codes(description: string): string {
  const names = [...description.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
  return names.map((name) => `<a href="#${escape(name)}"><code>${escape(name)}</code></a>`).join(', ')
}

/** Escapes, and sets what stands in backticks as code. */
function code(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
