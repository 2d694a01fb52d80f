/** The inspecting part of a verifier thread: batches in, inspections out, all against one material. */
import { detectSignatureVerifier, inspectBatch, type Material, type VerifierTools } from '@heron/evidence'
import type { FromInspector, ToInspector } from './messages.js'

export function answerBatches(port: MessagePort): void {
  const tools: Promise<VerifierTools> = detectSignatureVerifier().then((verifySignature) => ({
    verifySignature,
  }))
  let material: Material | null = null
  const answer = async ({
    number,
    batch,
  }: Extract<ToInspector, { number: number }>): Promise<FromInspector> => {
    if (material === null) return { number, error: 'a batch came before the material' }
    return { number, inspection: await inspectBatch(batch, material, await tools) }
  }
  port.onmessage = ({ data }: MessageEvent<ToInspector>) => {
    if ('material' in data) {
      material = data.material
      return
    }
    answer(data)
      .catch((error: unknown): FromInspector => ({ number: data.number, error: String(error) }))
      .then((message) => {
        port.postMessage(message)
      })
      .catch(() => undefined)
  }
}
