import { type Ref, useState } from 'react'
import type { FieldControl } from './field.tsx'

const length = 6
const places = Array.from({ length }, (_, place) => place)

/**
 * A six-digit code: six boxes drawn over one input, for paste and autofill. Arrow keys move between the digits; a typed
 * digit replaces the one at its place.
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
  // the digit that the next key replaces; after the last one, the next box
  const [place, setPlace] = useState(length)
  const current = Math.min(place, value.length, length - 1)

  function change(typed: string): void {
    const code = typed.replace(/\D/g, '').slice(0, length)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.()
  }

  function goTo(input: HTMLInputElement, wanted: number): void {
    const start = Math.max(0, Math.min(wanted, input.value.length))
    const end = Math.min(start + 1, input.value.length)
    if (input.selectionStart !== start || input.selectionEnd !== end) input.setSelectionRange(start, end)
    setPlace(start)
  }

  return (
    <div className="code-field">
      {places.map((box) => (
        <span key={box} aria-hidden="true" className="code-box" data-next={box === current || undefined}>
          {value[box]}
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
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
          if (!step || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          goTo(event.currentTarget, (event.currentTarget.selectionStart ?? length) + step)
        }}
        // the text is invisible and narrower than the boxes
        onClick={(event) => goTo(event.currentTarget, boxAt(event.currentTarget, event.clientX))}
        // a whole digit is selected, or the end, because the caret is invisible
        onSelect={(event) => {
          const { value: code, selectionStart, selectionEnd } = event.currentTarget
          const isAll = code.length > 1 && selectionStart === 0 && selectionEnd === code.length
          if (isAll) setPlace(length)
          else goTo(event.currentTarget, selectionStart ?? length)
        }}
      />
    </div>
  )
}

function boxAt(input: HTMLInputElement, x: number): number {
  const boxes = [...(input.parentElement?.querySelectorAll('.code-box') ?? [])]
  const box = boxes.findIndex((each) => x <= each.getBoundingClientRect().right)
  return box < 0 ? length : box
}
