/** The OpenAPI document as the real application answers it, indented for `spec/openapi.json`. */
import { createApp, type HeronService } from '@heron/server'

/** No route is called but the document's own, so the service behind the others may be missing. */
export async function openApiText(): Promise<string> {
  const app = createApp({ service: {} as HeronService })
  try {
    const { body } = await app.inject('/openapi.json')
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`
  } finally {
    await app.close()
  }
}
