import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'
import { useState } from 'react'
import { looksOf } from '#domain/account/record-looks.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { formatDate } from '#domain/values/dates.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { SectionOnRequest } from '#web/components/page/section-on-request.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const texts = membershipTexts.looks

function looksQuery(slug: string, patientId: string) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'person-looks', patientId),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam: belowId }) =>
      callFunction('person-looks', { patientId, ...(belowId === null ? {} : { belowId }) }),
    getNextPageParam: ({ belowId }) => belowId,
  })
}

export function PersonLooks({ patientId, clinic }: { patientId: string; clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery({ ...looksQuery(clinic.subdomain, patientId), enabled: isOpen })
  const rows = query.data?.pages.flatMap(({ looks }) => looks) ?? []
  const looks = looksOf(rows, (instant) => formatDate(instant, clinic.time_zone), texts)
  return (
    <SectionOnRequest
      title={texts.title}
      icon={ScanEye}
      texts={{ show: texts.open, failed: texts.failed }}
      read={query}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
    >
      {() =>
        looks.length === 0 ? (
          <p className="text-form text-muted">{texts.empty}</p>
        ) : (
          <>
            <ul className="divide-y divide-line">
              {looks.map((look) => (
                <li key={look.id} className="py-2.5 text-form first:pt-0">
                  <p className="break-words">
                    <span className="font-semibold">{look.who}</span> {look.did}
                    {look.count > 1 && `, ${texts.times(look.count)}`}
                  </p>
                  <p className="text-note text-muted">
                    <TimeText value={look.at} />
                    {!look.isCertain && ` · ${texts.perhaps}`}
                  </p>
                </li>
              ))}
            </ul>
            <MoreButton list={query} variant="quiet" size="small" className="mt-2">
              {texts.more}
            </MoreButton>
          </>
        )
      }
    </SectionOnRequest>
  )
}
