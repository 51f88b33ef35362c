import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ownWaitlistTexts } from '#domain/texts/waitlist.ts'
import { addDays } from '#domain/values/zones.ts'
import { type JoinWaitlist, joinWaitlistInput } from '#domain/waitlist/waitlist.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { OwnVisit } from '../booking/own-queries.ts'
import type { Provider, VisitType } from '../booking/queries.ts'
import { WaitlistFields } from './waitlist-fields.tsx'
import type { WaitlistEntry } from './waitlist-queries.ts'

const texts = ownWaitlistTexts.dialog
const usualDays = 30

/** 'Request an earlier time'. @param entry the existing request; null: a new one */
export default function JoinWaitlistDialog({
  slug,
  today,
  types,
  providers,
  ahead,
  type: wanted,
  entry,
  onClose,
}: {
  slug: string
  today: string
  types: readonly VisitType[]
  providers: readonly Provider[]
  ahead: readonly OwnVisit[]
  /** the kind of visit chosen before */
  type?: string
  entry: WaitlistEntry | null
  onClose(): void
}) {
  const queryClient = useQueryClient()
  // by default the request is to move the next visit forward
  const [nearest] = entry
    ? []
    : ahead.filter(({ type }) => (wanted ? type === wanted : types.some(({ key }) => key === type)))
  const form = useSchemaForm<JoinWaitlist>(joinWaitlistInput, {
    appointmentType: entry?.type ?? nearest?.type ?? wanted ?? '',
    // a provider who has left is no choice
    providerId: providers.find(({ id, isActive }) => isActive && id === entry?.providerId)?.id ?? '',
    appointmentId: entry ? entry.appointmentId : (nearest?.id ?? null),
    days: (entry?.days ?? []) as JoinWaitlist['days'],
    opens: entry?.opens ?? null,
    closes: entry?.closes ?? null,
    until: entry?.until ?? (nearest ? nearest.date : addDays(today, usualDays)),
  })
  const save = useMutation({
    mutationFn: (wish: JoinWaitlist) => callFunction('join-waitlist', wish),
    onSuccess: () => {
      toast.success(ownWaitlistTexts.saved)
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(ownWaitlistTexts.saveFailed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'waitlist') }),
  })

  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || onClose()}
      title={texts.title}
      description={texts.text}
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={form.handleSubmit((wish) => save.mutateAsync(wish).catch(() => undefined))}
      >
        <WaitlistFields
          texts={texts}
          form={form}
          today={today}
          types={types}
          providers={providers}
          ahead={ahead}
          isTypeFixed={entry !== null}
        />
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {texts.cancel}
          </Button>
          <SubmitButton isBusy={save.isPending} busyText={texts.busy}>
            {texts.save}
          </SubmitButton>
        </DialogActions>
      </form>
    </GuardedDialog>
  )
}
