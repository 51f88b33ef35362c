import { useId } from 'react'
import { visitFeeTexts as texts } from '#domain/texts/visit-fees.ts'
import { type FeeAmounts, feeTerms } from '#domain/visit-fees/fees.ts'
import { Checkbox } from '#web/components/ui/checkbox.tsx'

/** The fees of a kind of visit, which a patient accepts when booking, or when confirming a visit. */
export default function AcceptFees({
  fees,
  currency,
  isAccepted,
  isMissing = false,
  hint,
  onChange,
}: {
  fees: FeeAmounts & { cancelWindowHours: number; feeText: string }
  currency: string
  isAccepted: boolean
  /** after a press without the acceptance */
  isMissing?: boolean
  hint?: string
  onChange(isAccepted: boolean): void
}) {
  const id = useId()
  const { cancelWindowHours, feeText: words } = fees
  return (
    <section aria-label={texts.title} className="rounded-card border border-line p-4">
      <h4 className="font-semibold">{texts.title}</h4>
      {feeTerms(fees, { currency, cancelWindowHours, words }).map((line) => (
        <p key={line} className="mt-1 text-form break-words whitespace-pre-line">
          {line}
        </p>
      ))}
      <label htmlFor={id} className="mt-3 flex min-h-11 items-center gap-3 font-semibold">
        <Checkbox
          id={id}
          checked={isAccepted}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        {texts.accept}
      </label>
      {hint && <p className="text-form text-muted">{hint}</p>}
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-form font-semibold text-danger">
          {texts.notAccepted}
        </p>
      )}
    </section>
  )
}
