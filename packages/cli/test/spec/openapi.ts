/** The OpenAPI document as the real application answers it, indented for `spec/openapi.json`. */
import { createApp, type HeronService } from '@heron/server'

/** Stands for the service: routes hold on to its members when they are registered, and none is called here. */
const uncalled: object = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' ? undefined : uncalled),
})

/** The text of `spec/openapi.json`. */
export async function openApiText(): Promise<string> {
  const app = createApp({ service: uncalled as HeronService })
  try {
    const { body } = await app.inject('/openapi.json')
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`
  } finally {
    await app.close()
  }
}
