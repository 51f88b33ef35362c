import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClinicMailForm, clinicMailInput } from '#domain/clinics/clinic-mail.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const texts = clinicTexts.mail

/** Where replies to the clinic's emails go. */
export function MailCard({ clinic }: { clinic: Clinic }) {
  const stored = useQuery(clinicMailQuery(clinic))
  return (
    <Card id={settingsCardIds.replies}>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote className="mb-5">{texts.lead}</CardNote>
      {stored.data ? (
        <Editor clinic={clinic} stored={stored.data} />
      ) : stored.isError ? (
        <ErrorState title={texts.loadFailed} onRetry={() => void stored.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-16" />
        </Loading>
      )}
    </Card>
  )
}

function Editor({ clinic, stored }: { clinic: Clinic; stored: ClinicMailForm }) {
  const versioned = useVersionedForm<ClinicMailForm>(clinicMailInput, stored)
  const {
    register,
    formState: { errors },
  } = versioned.form
  const queryClient = useQueryClient()
  const query = clinicMailQuery(clinic)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    store: (values) => callFunction('save-clinic-mail', values),
    failed: { title: texts.saveFailed, detail: texts.saveFailedDetail },
  })
  const { replyTo } = versioned.saved
  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      describe={(name) => ({ label: texts[name], saved: versioned.saved[name] })}
    >
      <Field label={texts.replyTo} isOptional hint={texts.hint} error={errors.replyTo?.message}>
        {(control) => (
          <Input
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            {...control}
            {...register('replyTo')}
          />
        )}
      </Field>
      <p className="text-note break-words text-muted" aria-live="polite">
        {replyTo ? texts.goTo(replyTo) : texts.goNowhere}
      </p>
    </VersionedFormFrame>
  )
}

function clinicMailQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'clinic-mail'),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<ClinicMailForm> => {
      const { data, error } = await rest
        .from('clinic_mail')
        .select('reply_to,version')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return { version: data?.version ?? 0, replyTo: data?.reply_to ?? '' }
    },
  })
}
