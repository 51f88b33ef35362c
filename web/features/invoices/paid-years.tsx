import { useQuery } from '@tanstack/react-query'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { YearStatement } from '#web/components/documents/year-statement.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { paidYearsQuery } from './queries.ts'

/** A statement for each year with payments; nothing without any. @param patientId for the team; null: the caller */
export function PaidYears({
  clinic,
  patientId = null,
  className = 'mb-5',
}: {
  clinic: Clinic
  patientId?: string | null
  /** its margin */
  className?: string
}) {
  const { data: years = [] } = useQuery(paidYearsQuery(clinic, patientId))
  if (years.length === 0) return null
  return (
    <ul aria-label={receiptTexts.year.label} className={cn('flex flex-wrap gap-3', className)}>
      {years.map((year) => (
        <li key={year}>
          <YearStatement year={year} patientId={patientId} />
        </li>
      ))}
    </ul>
  )
}
