import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { teamWaitlistTexts as texts } from '#domain/texts/waitlist.ts'
import { dateIn } from '#domain/values/zones.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { providersQuery, visitTypesQuery } from '../booking/queries.ts'
import { personWaitlistQuery } from './waitlist-queries.ts'
import { describeWish } from './waitlist-wish.ts'

const AddToWaitlistDialog = drawnLate(() => import('./add-to-waitlist-dialog.tsx'))

/**
 * The earlier times that a patient waits for, and the form for another. Without any, absent for former patients and for
 * callers who may not write.
 */
export function PersonWaitlist({
  patientId,
  name,
  isFormer,
  clinic,
}: {
  patientId: string
  name: string
  isFormer: boolean
  clinic: Clinic
}) {
  const { subdomain: slug, time_zone: zone } = clinic
  const { data } = useQuery(personWaitlistQuery(slug, patientId, dateIn(serverNow(), zone)))
  const types = useQuery(visitTypesQuery(slug))
  const providers = useQuery(providersQuery(slug))
  const mayAdd = useCan()('appointments:write') && !isFormer
  const [isAdding, setAdding] = useState(false)
  if (!data || (data.entries.length === 0 && !mayAdd)) return null
  const list = data.entries.length > 0 && (
    <ul className="divide-y divide-line text-form">
      {data.entries.map((entry) => (
        <li key={entry.id} className="py-2.5 first:pt-0 last:pb-0">
          <span className="font-semibold">
            {types.data?.find(({ key }) => key === entry.type)?.name ?? entry.type}
          </span>
          <span className="block text-muted first-letter:uppercase">
            {providers.data?.find(({ id }) => id === entry.providerId)?.name ?? texts.anyProvider},{' '}
            {texts.since(shortDay(dateIn(new Date(entry.createdAt), zone)))}
          </span>
          <span className="block text-muted">{describeWish(entry)}</span>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <SectionCard
        title={texts.tab}
        actions={
          mayAdd && (
            <Button variant="outline" size="small" onClick={() => setAdding(true)}>
              {texts.add}
            </Button>
          )
        }
      >
        {list}
      </SectionCard>
      {isAdding && types.data && providers.data && (
        <AddToWaitlistDialog
          clinic={clinic}
          types={types.data}
          providers={providers.data}
          patient={{ id: patientId, name }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
