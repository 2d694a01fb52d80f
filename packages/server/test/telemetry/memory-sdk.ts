/** A telemetry SDK as small as it can be, in memory: what the API alone is asked for is what these tests see. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  context,
  type ContextManager,
  createNoopMeter,
  type Link,
  type Meter,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  type SpanOptions,
  type SpanStatus,
  type TextMapPropagator,
  trace,
  type Tracer,
} from '@opentelemetry/api'

export class RecordedSpan implements Span {
  readonly name: string
  readonly kind: SpanKind | undefined
  readonly parent: SpanContext | undefined
  readonly attributes: Attributes
  status: SpanStatus | null = null
  ended = false
  readonly #context: SpanContext

  constructor(name: string, options: SpanOptions, parent: SpanContext | undefined, number: number) {
    this.name = name
    this.kind = options.kind
    this.parent = parent
    this.attributes = { ...options.attributes }
    this.#context = {
      traceId: parent?.traceId ?? number.toString(16).padStart(32, 'a'),
      spanId: number.toString(16).padStart(16, '0'),
      traceFlags: 1,
    }
  }

  spanContext(): SpanContext {
    return this.#context
  }
  setAttribute(key: string, value: Attributes[string]): this {
    this.attributes[key] = value
    return this
  }
  setAttributes(attributes: Attributes): this {
    Object.assign(this.attributes, attributes)
    return this
  }
  setStatus(status: SpanStatus): this {
    this.status = status
    return this
  }
  end(): void {
    this.ended = true
  }
  isRecording(): boolean {
    return !this.ended
  }
  addEvent(): this {
    return this
  }
  addLink(_link: Link): this {
    return this
  }
  addLinks(): this {
    return this
  }
  updateName(): this {
    return this
  }
  recordException(): void {
    throw new Error('an exception was recorded, message and all')
  }
}

class LocalContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    work: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => work.call(thisArg as never, ...args))
  }
  bind<T>(_context: Context, target: T): T {
    return target
  }
  enable(): this {
    return this
  }
  disable(): this {
    return this
  }
}

/** W3C Trace Context, level 1, as far as one header goes. */
const W3C: TextMapPropagator<Record<string, string>> = {
  inject: (active, carrier) => {
    const span = trace.getSpanContext(active)
    if (span !== undefined) carrier['traceparent'] = `00-${span.traceId}-${span.spanId}-01`
  },
  extract: (active, carrier) => {
    const [, traceId, spanId] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[01]$/.exec(carrier['traceparent'] ?? '') ?? []
    if (traceId === undefined || spanId === undefined) return active
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: 1, isRemote: true })
  },
  fields: () => ['traceparent'],
}

export type Measured = { readonly name: string; readonly value: number; readonly attributes: Attributes }

/** Registers itself with the API until `stop`. */
export function startMemorySdk(): {
  readonly spans: RecordedSpan[]
  readonly measured: Measured[]
  readonly stop: () => void
} {
  const spans: RecordedSpan[] = []
  const measured: Measured[] = []
  const start = (name: string, options: SpanOptions = {}, within = context.active()): RecordedSpan => {
    const span = new RecordedSpan(name, options, trace.getSpanContext(within), spans.length + 1)
    spans.push(span)
    return span
  }
  const tracer: unknown = {
    startSpan: start,
    startActiveSpan: (name: string, options: SpanOptions, work: (span: Span) => unknown) => {
      const span = start(name, options)
      return context.with(trace.setSpan(context.active(), span), () => work(span))
    },
  }
  const record =
    (name: string) =>
    (value: number, attributes: Attributes = {}) => {
      measured.push({ name, value, attributes })
    }
  const meter: Meter = Object.assign(Object.create(createNoopMeter()) as Meter, {
    createCounter: (name: string) => ({ add: record(name) }),
    createHistogram: (name: string) => ({ record: record(name) }),
  })
  trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer })
  metrics.setGlobalMeterProvider({ getMeter: () => meter })
  context.setGlobalContextManager(new LocalContexts())
  propagation.setGlobalPropagator(W3C)
  return {
    ...{ spans, measured },
    stop: () => {
      for (const api of [trace, metrics, context, propagation]) api.disable()
    },
  }
}
