/**
 * Spans through the OpenTelemetry API alone (heron.md §14). Which SDK there is, if any, is for who runs the service: it is
 * registered before the service starts, with `node --import`. Without one nothing here is called on the way of a decision.
 *
 * INVARIANT: attributes hold words of closed lists and ids of Heron's own making; never a text that a sender chose.
 */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'

const SCOPE = 'heron'

/** Whether somebody registered a tracer provider. Asked once, when the service starts. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider()
  /* eslint-disable @typescript-eslint/no-deprecated -- the one way to ask in version 1 of the API that begins no span */
  if (!(provider instanceof ProxyTracerProvider)) return true
  // A proxy without a delegate answers the one that does nothing.
  return provider.getDelegate() !== new ProxyTracerProvider().getDelegate()
  /* eslint-enable @typescript-eslint/no-deprecated */
}

/** Runs work in a span of its own, under the one that is active. */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<Result> {
  return tracer().startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      failSpan(span, errorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Marks a span as failed. Of an error only its code is told: messages quote what they are about. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

export type OpenSpan = { readonly span: Span; readonly context: Context }

/**
 * Begins the span of a request that came from outside, under the trace that it names (W3C `traceparent`).
 *
 * @param headers UNTRUSTED: what the registered propagator does not understand begins a trace of its own.
 */
export function beginServerSpan(name: string, headers: unknown, attributes: Attributes): OpenSpan {
  const parent = propagation.extract(ROOT_CONTEXT, headers)
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
  return { span, context: trace.setSpan(parent, span) }
}

/** The headers that carry the active trace on; empty without an SDK. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  return headers
}

function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}

function tracer(): Tracer {
  return trace.getTracer(SCOPE)
}
