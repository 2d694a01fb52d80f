/** The use cases of the wire with a span around each: request → decision → commit. */
import type { AnnounceActionAnswer } from '@heron/evidence'
import type { HeronService } from '../domain/service.js'
import { inSpan, isTraced } from './spans.js'

/** The service itself where nobody traces. */
export function tracedService(service: HeronService): HeronService {
  if (!isTraced()) return service
  return {
    ...service,
    openSession: (...args) =>
      inSpan('heron.open_session', {}, async (span) => {
        const answer = await service.openSession(...args)
        span.setAttribute('heron.session.id', answer.session_id)
        return answer
      }),
    announceAction: (...args) =>
      inSpan('heron.decide', {}, async (span) => {
        const answer = await service.announceAction(...args)
        span.setAttributes(decisionAttributes(answer))
        return answer
      }),
    reportExecution: (...args) =>
      inSpan('heron.take_statement', {}, async (span) => {
        const answer = await service.reportExecution(...args)
        span.setAttribute('heron.signature_valid', answer.signature_valid)
        return answer
      }),
    closeSession: (...args) => inSpan('heron.close_session', {}, () => service.closeSession(...args)),
    putToolCatalog: (...args) => inSpan('heron.take_catalog', {}, () => service.putToolCatalog(...args)),
  }
}

function decisionAttributes({
  action_id,
  decision,
  replay,
}: AnnounceActionAnswer): Record<string, string | boolean> {
  return {
    'heron.action.id': action_id,
    'heron.decision.id': decision.decision_id,
    'heron.verdict': decision.verdict,
    'heron.effect': decision.effect,
    'heron.replay': replay === true,
  }
}
