/** A message of the verifier: what stands between backticks is set as code. */
export function MessageText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="wrap">
        {part}
      </code>
    ),
  )
}
