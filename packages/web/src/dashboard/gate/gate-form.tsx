/** Forms before anybody is signed in: sent once at a time, told why they were refused, then on to where one was heading. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { ApiProblem } from '../api/request.js'
import { useQueryParams } from '../parts/address.js'

/** Text of a form's field. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Goes on to where the visitor was heading. */
export function useEnter(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const next = useQueryParams()['next']
  return () => {
    void client.resetQueries({ queryKey: ['api'] })
    // UNTRUSTED: from the address. Only a path of the dashboard, so that nobody is sent elsewhere.
    const within = next?.startsWith('/app/') === true ? next.slice('/app'.length) : next
    if (within?.startsWith('/p/') === true) void navigate({ href: `/app${within}`, replace: true })
    else void navigate({ to: '/', replace: true })
  }
}

export type GateForm = {
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly sending: boolean
  readonly trouble: ApiProblem | null
}

/** A form that is sent once at a time and shows why it was refused. */
export function useGateForm<Answer>(
  send: (data: FormData) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): GateForm {
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<ApiProblem | null>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSending(true)
    setTrouble(null)
    send(new FormData(event.currentTarget))
      .then(onAnswer)
      .catch((error: unknown) => {
        setTrouble(error instanceof ApiProblem ? error : new ApiProblem(0, 'unexpected', String(error)))
      })
      .finally(() => {
        setSending(false)
      })
  }
  return { submit, sending, trouble }
}

export function Trouble({ of }: { of: ApiProblem | null }) {
  return of === null ? null : (
    <p role="alert" className="field-error">
      {of.message}
    </p>
  )
}
