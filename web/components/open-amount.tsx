import { type ReactNode, useId, useState } from 'react'
import type { OpenAmountChoice } from '#domain/subscriptions/inputs.ts'
import { formatMoney } from '#domain/values/money.ts'

export interface OpenAmount {
  amountCents: number
  currency: string
  /** It is paid by link, so it cannot be charged here. */
  isByLink?: boolean
}

export interface OpenAmountWords {
  question(amount: string): string
  pay: { label(amount: string): string; hint(amount: string): string }
  stop: { label(amount: string): string; hint(amount: string): string }
  missing: string
}

/**
 * Asks, before an overdue plan ends, if the open amount is paid or waived.
 *
 * @param open null: no question
 * @returns `question` for the dialog; `decide` returns the choice, or shows an error and returns undefined
 */
export function useOpenAmount(
  open: OpenAmount | null,
  words: OpenAmountWords,
): { question: ReactNode; decide(): OpenAmountChoice | undefined; reset(): void } {
  const [choice, setChoice] = useState<'pay' | 'stop' | null>(null)
  const [isMissing, setMissing] = useState(false)
  const id = useId()
  const reset = () => {
    setChoice(null)
    setMissing(false)
  }
  if (!open) return { question: null, decide: () => null, reset }
  const amount = formatMoney(open.amountCents, open.currency)
  return {
    reset,
    decide() {
      setMissing(choice === null)
      return choice ? { choice, amountCents: open.amountCents } : undefined
    },
    question: (
      <fieldset
        className="mt-4"
        aria-describedby={isMissing ? `${id}-error` : undefined}
        aria-invalid={isMissing || undefined}
      >
        <legend className="font-semibold">{words.question(amount)}</legend>
        <div className="mt-2 space-y-2">
          {(open.isByLink ? (['stop'] as const) : (['pay', 'stop'] as const)).map((value) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line p-3"
            >
              <input
                type="radio"
                name={id}
                className="mt-1 size-4.5 flex-none accent-primary"
                checked={choice === value}
                onChange={() => {
                  setChoice(value)
                  setMissing(false)
                }}
              />
              <span className="min-w-0">
                <span className="block font-semibold">{words[value].label(amount)}</span>
                <span className="block text-form text-muted">{words[value].hint(amount)}</span>
              </span>
            </label>
          ))}
        </div>
        {isMissing && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-form text-danger">
            {words.missing}
          </p>
        )}
      </fieldset>
    ),
  }
}
