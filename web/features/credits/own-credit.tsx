import { useQuery } from '@tanstack/react-query'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownCreditQuery } from './queries.ts'

const texts = invoiceTexts.credit

/** The patient's own credit; nothing without one. */
export function OwnCredit({ clinic }: { clinic: Clinic }) {
  const { data: cents = 0 } = useQuery(ownCreditQuery(clinic))
  if (cents <= 0) return null
  return (
    <Notice tone="info" title={texts.title(formatMoney(cents, clinic.currency))} className="mb-6">
      {texts.text}
    </Notice>
  )
}
