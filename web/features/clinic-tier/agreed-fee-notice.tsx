import { useQuery } from '@tanstack/react-query'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { termsInWords } from './agreed-fee.ts'
import { feeAgreementQuery } from './queries.ts'

const texts = clinicTierTexts.agreedFee

/** The fee agreed with Carefold instead of the commission, by month; nothing without an agreement. */
export function AgreedFeeNotice({ clinic }: { clinic: Clinic }) {
  const agreements = useQuery(feeAgreementQuery(clinic))
  if (!agreements.data || agreements.data.length === 0) return null
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.lead}</CardNote>
      <ul className="mt-4 space-y-1">
        {agreements.data.map((agreement) => (
          <li key={agreement.fromMonth}>
            {texts.from(formatMonth(agreement.fromMonth), termsInWords(agreement, clinic.currency))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
