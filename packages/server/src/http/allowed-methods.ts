/** 405 instead of 404 where an address exists under another method (RFC 9110 §15.5.6). */
import type { FastifyInstance } from 'fastify'

/** Collects the routes registered after it. The answer is the `Allow` header's value; null when nothing is there. */
export function collectAllowedMethods(app: FastifyInstance): (path: string) => string | null {
  const routes: { readonly pattern: RegExp; readonly methods: Set<string> }[] = []
  const byUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    let methods = byUrl.get(url)
    if (methods === undefined) {
      methods = new Set()
      byUrl.set(url, methods)
      routes.push({ pattern: patternOf(url), methods })
    }
    for (const name of [method].flat()) methods.add(name)
  })
  return (path) => {
    const route = routes.find(({ pattern }) => pattern.test(path))
    return route === undefined ? null : [...route.methods].sort().join(', ')
  }
}

/** Parameters (`:name`) stand for one segment, `*` for all that follow. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.+'
    return segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.')
  })
  return new RegExp(`^${segments.join('/')}$`)
}
