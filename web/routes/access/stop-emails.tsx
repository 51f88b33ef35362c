import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { purposes } from '#domain/broadcasts/kinds.ts'
import { stopKey } from '#domain/mailed-links.ts'
import { stopEmailsTexts as texts } from '#domain/texts/patients.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { useClinicFace } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/** Behind the link in an email to an address that a clinic entered, or to many patients. Opening the page changes nothing. */
export default function StopEmails() {
  const { hash, search } = useLocation()
  const query = new URLSearchParams(search)
  const token = hash.slice(1) || (query.get(stopKey) ?? '')
  const about = purposes.find((purpose) => purpose === query.get('about'))
  const clinic = useClinicFace()?.name ?? texts.aClinic
  const stop = useMutation({
    mutationFn: () => callFunction('stop-emails', { token }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
  })
  if (!/^[0-9a-f-]{36}$/.test(token)) return <AccessCard title={texts.invalidTitle} lead={texts.invalid} />
  if (stop.isSuccess) {
    return (
      <AccessCard
        title={texts.doneTitle}
        lead={<p role="status">{about ? texts.doneToYou(clinic) : texts.done(clinic)}</p>}
      />
    )
  }
  return (
    <AccessCard title={texts.title} lead={about ? texts.unsubscribe[about](clinic) : texts.lead(clinic)}>
      <Button size="large" className="w-full" disabled={stop.isPending} onClick={() => stop.mutate()}>
        {stop.isPending ? texts.busy : texts.submit}
      </Button>
    </AccessCard>
  )
}
