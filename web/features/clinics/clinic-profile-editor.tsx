import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clinicLimits } from '#domain/clinics/clinics.ts'
import { addressAfterManualEdit, addressAfterNameEdit } from '#domain/clinics/slug.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { AddressField } from '#web/components/form/address-field.tsx'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SaveBar } from '#web/components/form/save-bar.tsx'
import { SaveState } from '#web/components/form/save-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { type Clinic, clinicQuery } from '#web/lib/clinic/current-clinic.ts'
import { savingVisits, WentBack } from '#web/lib/clinic/visit-questions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useAddressCheck } from '#web/lib/hooks/use-address-check.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { config } from '#web/lib/page/config.ts'
import { ColorField } from './color-field.tsx'
import { OpeningHoursField } from './opening-hours-field.tsx'
import {
  type ClinicProfileForm,
  clinicProfileForm,
  clinicProfileFormFrom,
  withScheme,
} from './profile-form.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const texts = clinicTexts.profile

export function ClinicProfileEditor({
  clinic,
  onMoved,
}: {
  clinic: Clinic
  onMoved(subdomain: string): void
}) {
  const form = useSchemaForm<ClinicProfileForm>(clinicProfileForm, clinicProfileFormFrom(clinic))
  const { register, formState, handleSubmit, watch, setValue } = form
  const { errors, isDirty } = formState
  useUnsaved(isDirty)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const save = useSaveProfile(clinic)
  const [name, timeZone, color, tagline, subdomain, hours] = watch([
    'name',
    'timeZone',
    'color',
    'tagline',
    'subdomain',
    'openingHours',
  ])
  const check = useAddressCheck(subdomain === clinic.subdomain ? '' : subdomain)
  const [moving, setMoving] = useState<ClinicProfileForm | null>(null)
  const setAddress = (slug: string) =>
    setValue('subdomain', slug, { shouldDirty: true, shouldTouch: true, shouldValidate: true })

  // after a save elsewhere: shown unless this form is being edited
  useEffect(() => {
    if (!isDirty) form.reset(clinicProfileFormFrom(clinic))
  }, [clinic, isDirty, form])

  async function send(values: ClinicProfileForm): Promise<void> {
    try {
      const saved = await save.mutateAsync(values)
      form.reset(values)
      setSavedAt(serverNow())
      if (saved.clinic.subdomain !== clinic.subdomain) onMoved(saved.clinic.subdomain)
    } catch (error) {
      if (error instanceof WentBack) return
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (error instanceof ApiError && error.code.startsWith('subdomain_')) {
        form.setError('subdomain', { type: 'server', message: error.message }, { shouldFocus: true })
      } else if (!isOnItsField) toast.error(texts.failed, describeRefusal(error))
    }
  }

  const website = register('website')
  const nameField = register('name')
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) =>
        values.subdomain === clinic.subdomain ? send(values) : setMoving(values),
      )}
      className="space-y-6"
    >
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      <Card className="space-y-5">
        <CardTitle>{texts.basics}</CardTitle>
        <Field label={texts.name} error={errors.name?.message}>
          {(control) => (
            <Input
              autoComplete="organization"
              {...control}
              {...nameField}
              onChange={(event) => {
                void nameField.onChange(event)
                const typed = event.target.value
                setAddress(typed.trim() === clinic.name ? clinic.subdomain : addressAfterNameEdit(typed).slug)
              }}
            />
          )}
        </Field>
        <div>
          <AddressField
            label={texts.address}
            hint={texts.addressHint}
            registration={register('subdomain')}
            error={errors.subdomain?.message}
            check={check}
            onEdit={(typed) => setAddress(addressAfterManualEdit(typed, name).slug)}
          />
          {subdomain !== clinic.subdomain && (
            <Button variant="outline" size="small" onClick={() => setAddress(clinic.subdomain)}>
              {texts.keepAddress(clinic.subdomain)}
            </Button>
          )}
        </div>
        <TimeZoneField
          registration={register('timeZone')}
          chosen={timeZone}
          error={errors.timeZone?.message}
        />
        <ColorField registration={register('color')} chosen={color} clinicName={name.trim() || clinic.name} />
      </Card>
      <Card className="space-y-5">
        <CardTitle>{texts.about}</CardTitle>
        <Field
          label={texts.tagline}
          isOptional
          hint={`${texts.taglineHint} ${texts.charactersLeft(Math.max(0, clinicLimits.tagline - tagline.length))}`}
          error={errors.tagline?.message}
        >
          {(control) => <Input autoComplete="off" {...control} {...register('tagline')} />}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.website} isOptional error={errors.website?.message}>
            {(control) => (
              <Input
                type="url"
                inputMode="url"
                autoComplete="url"
                placeholder="https://"
                {...control}
                {...website}
                onBlur={(event) => {
                  setValue('website', withScheme(event.target.value), { shouldDirty: true })
                  void website.onBlur(event)
                }}
              />
            )}
          </Field>
          <Field label={texts.phone} isOptional error={errors.phone?.message}>
            {(control) => <Input type="tel" autoComplete="tel" {...control} {...register('phone')} />}
          </Field>
        </div>
        <Field label={texts.aboutText} isOptional hint={texts.aboutHint} error={errors.about?.message}>
          {(control) => <Textarea rows={5} {...control} {...register('about')} />}
        </Field>
      </Card>
      <Card id={settingsCardIds.hours} className="space-y-4">
        <div>
          <CardTitle>{clinicTexts.hours.title}</CardTitle>
          <CardNote>{clinicTexts.hours.lead}</CardNote>
        </div>
        <OpeningHoursField
          hours={hours}
          onChange={(changed) =>
            setValue('openingHours', changed, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
          problemAt={(index) =>
            errors.openingHours?.[index]?.opens?.message ?? errors.openingHours?.[index]?.closes?.message
          }
        />
      </Card>
      <SaveBar>
        <SubmitButton isBusy={formState.isSubmitting || save.isPending} busyText={componentTexts.form.saving}>
          {texts.save}
        </SubmitButton>
        {isDirty && (
          <Button variant="quiet" onClick={() => form.reset()}>
            {componentTexts.form.cancel}
          </Button>
        )}
        <SaveState isDirty={isDirty} savedAt={savedAt} />
      </SaveBar>
      {moving && (
        <AlertDialog
          open
          onOpenChange={(isOpen) => !isOpen && setMoving(null)}
          title={texts.move.title(addressOf(moving.subdomain))}
          consequence={texts.move.consequence(addressOf(clinic.subdomain))}
          safeLabel={texts.move.keep}
          actionLabel={texts.move.confirm}
          actionVariant="primary"
          isBusy={save.isPending}
          onAction={() => void send(moving).finally(() => setMoving(null))}
        />
      )}
    </form>
  )
}

const addressOf = (subdomain: string) => `${subdomain}.${config.appDomain}`

function useSaveProfile(clinic: Clinic) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (profile: ClinicProfileForm) =>
      savingVisits((confirmed) => callFunction('update-clinic-profile', { ...profile, ...confirmed })),
    onSuccess: async ({ clinic: saved }) => {
      if (saved.subdomain !== clinic.subdomain) return
      queryClient.setQueryData(
        clinicQuery(clinic.subdomain).queryKey,
        (known) => known && { ...known, ...saved },
      )
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
  })
}
