import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { looksOf } from '#domain/account/record-looks.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { formatDate } from '#domain/values/dates.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { usePageZone } from '#web/lib/clinic/page-zone.ts'
import { HistoryCard } from './history-card.tsx'
import { looksQuery } from './history-queries.ts'

const texts = accountTexts.looks

/** "Access to my record" (docs/domain-rules.md goal 9). */
export function RecordLooks({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const timeZone = usePageZone()
  const query = useInfiniteQuery({ ...looksQuery(useClinicSlug(), userId), enabled: isOpen })
  const looks = looksOf(query.data?.pages.flat() ?? [], (instant) => formatDate(instant, timeZone))
  return (
    <HistoryCard
      texts={texts}
      query={query}
      isOpen={isOpen}
      isEmpty={looks.length === 0}
      onOpen={() => setOpen(true)}
    >
      {looks.map((look) => (
        <li key={look.id} className="py-3">
          <p className="break-words">
            <span className="font-semibold">{look.who}</span> {look.did}
            {look.count > 1 && `, ${texts.times(look.count)}`}
          </p>
          {!look.isCertain && <p className="text-form text-muted">{texts.perhaps}</p>}
          <p className="text-form break-words text-muted">
            <TimeText value={look.at} /> · {look.clinicName}
          </p>
        </li>
      ))}
    </HistoryCard>
  )
}
