/** A form that is sent once at a time, and shows why it was refused. */
import { type SubmitEvent, useState } from 'react'
import { ApiProblem } from '../api/request.js'

/** Text of a form's field. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export type PlainForm = {
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly sending: boolean
  readonly trouble: ApiProblem | null
}

/** A form that is sent once at a time and shows why it was refused. */
export function usePlainForm<Answer>(
  send: (data: FormData) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): PlainForm {
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
