import type { Ref } from 'react'
import type { FieldControl } from './field.tsx'

const length = 6
const places = Array.from({ length }, (_, place) => place)

/**
 * A six-digit code: six boxes drawn over one input, for paste and autofill.
 *
 * @param onChange receives the digits only
 * @param onComplete called with the sixth digit
 */
export function CodeInput({
  value,
  onChange,
  onComplete,
  ...input
}: FieldControl & {
  value: string
  onChange(code: string): void
  onComplete?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
  autoFocus?: boolean
}) {
  function change(typed: string): void {
    const code = typed.replace(/\D/g, '').slice(0, length)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.()
  }

  return (
    <div className="code-field">
      {places.map((place) => (
        <span
          key={place}
          aria-hidden="true"
          className="code-box"
          data-next={place === Math.min(value.length, length - 1) || undefined}
        >
          {value[place]}
        </span>
      ))}
      <input
        {...input}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={value}
        onChange={(event) => change(event.target.value)}
        // a pasted code replaces the value
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').replace(/\D/g, '')
          if (pasted.length < length) return
          event.preventDefault()
          change(pasted)
        }}
        // the caret is invisible, so input goes to the end
        onSelect={(event) => {
          const { value: code, selectionStart, selectionEnd } = event.currentTarget
          const isAll = selectionStart === 0 && selectionEnd === code.length
          if (!isAll && selectionStart !== code.length) {
            event.currentTarget.setSelectionRange(code.length, code.length)
          }
        }}
      />
    </div>
  )
}
