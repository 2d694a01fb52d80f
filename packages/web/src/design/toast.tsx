/** Short messages after an act: read out, gone by themselves or by Close, and never the only place of an error. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'

/** Long enough to be read twice. */
const SHOWN_MS = 7000

type Toast = { readonly id: number; readonly text: ReactNode }

const ToastContext = createContext<(text: ReactNode) => void>(() => undefined)

/** Shows a message. */
export function useToast(): (text: ReactNode) => void {
  return useContext(ToastContext)
}

export function Toasts({ children }: { children: ReactNode }) {
  const [{ toasts }, setState] = useState<{ next: number; toasts: readonly Toast[] }>({ next: 1, toasts: [] })
  const show = useCallback((text: ReactNode) => {
    setState(({ next, toasts: shown }) => ({
      next: next + 1,
      toasts: [...shown.slice(-3), { id: next, text }],
    }))
  }, [])
  const drop = useCallback((gone: number) => {
    setState((state) => ({ ...state, toasts: state.toasts.filter(({ id }) => id !== gone) }))
  }, [])
  const region = useMemo(
    () => (
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} drop={drop} />
        ))}
      </div>
    ),
    [toasts, drop],
  )
  return (
    <ToastContext value={show}>
      {children}
      {region}
    </ToastContext>
  )
}

function ToastView({ toast, drop }: { toast: Toast; drop: (id: number) => void }) {
  const { id } = toast
  useEffect(() => {
    const timer = setTimeout(() => {
      drop(id)
    }, SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [id, drop])
  return (
    <div className="toast">
      <span>{toast.text}</span>
      <button
        type="button"
        className="copy"
        onClick={() => {
          drop(id)
        }}
      >
        Close
      </button>
    </div>
  )
}
