import { useQuery } from '@tanstack/react-query'
import { awayTextOn } from '#domain/messages/messages.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { dateIn } from '#domain/values/zones.ts'
import { FoldedOnPhones } from '#web/components/page/folded-on-phones.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { messageSettingsQuery, settingsOf } from './queries.ts'

const texts = messageTexts.patient

export function ClinicPromise({ clinic }: { clinic: Clinic }) {
  const { data } = useQuery(messageSettingsQuery(clinic))
  const settings = data && settingsOf(data)
  const away = settings && awayTextOn(settings, dateIn(serverNow(), clinic.time_zone))
  return (
    <div className="space-y-3 in-data-keyboard:hidden">
      <FoldedOnPhones name={texts.fold}>
        <p className="text-muted">
          {texts.lead(clinic.name)}{' '}
          {settings?.replyWithin && texts.promise[settings.replyWithin](clinic.name)} {texts.emergency}
        </p>
      </FoldedOnPhones>
      {away && (
        <Notice tone="info" title={texts.away(clinic.name)}>
          <span className="break-words whitespace-pre-line">{away}</span>
        </Notice>
      )}
    </div>
  )
}
