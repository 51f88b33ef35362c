import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clinicLimits } from '#domain/clinics/clinics.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SaveBar } from '#web/components/form/save-bar.tsx'
import { SaveState } from '#web/components/form/save-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { config } from '#web/lib/config.ts'
import { type Clinic, clinicQuery } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { describeRefusal } from '#web/lib/refusals.ts'
import { ColorField } from './color-field.tsx'
import {
  type ClinicProfileForm,
  clinicProfileForm,
  clinicProfileFormFrom,
  withScheme,
} from './profile-form.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const texts = clinicTexts.profile

/** The clinic's public profile: name, zone, color, and what it says about itself. */
export function ClinicProfileEditor({ clinic }: { clinic: Clinic }) {
  const form = useSchemaForm<ClinicProfileForm>(clinicProfileForm, clinicProfileFormFrom(clinic))
  const { register, formState, handleSubmit, watch, setValue } = form
  const { errors, isDirty } = formState
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const save = useSaveProfile(clinic)
  const [name, timeZone, color, tagline] = watch(['name', 'timeZone', 'color', 'tagline'])

  // changed in another tab or by somebody else: shown unless this form is being edited
  useEffect(() => {
    if (!isDirty) form.reset(clinicProfileFormFrom(clinic))
  }, [clinic, isDirty, form])

  async function send(values: ClinicProfileForm): Promise<void> {
    try {
      await save.mutateAsync(values)
      form.reset(values)
      setSavedAt(new Date())
    } catch (error) {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.failed, describeRefusal(error))
    }
  }

  const website = register('website')
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="space-y-6">
      <LeaveGuard isDirty={isDirty} />
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      <Card className="space-y-5">
        <CardTitle>{texts.basics}</CardTitle>
        <Field label={texts.name} error={errors.name?.message}>
          {(control) => <Input autoComplete="organization" {...control} {...register('name')} />}
        </Field>
        <div>
          <p className="text-form font-semibold">{texts.address}</p>
          <p className="mt-1">
            <AddressText>{`${clinic.subdomain}.${config.appDomain}`}</AddressText>
          </p>
          <p className="mt-1 text-note text-muted">{texts.addressHint}</p>
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
      <SaveBar>
        <SubmitButton isBusy={formState.isSubmitting} busyText={componentTexts.form.saving}>
          {componentTexts.form.save}
        </SubmitButton>
        {isDirty && (
          <Button variant="quiet" onClick={() => form.reset()}>
            {componentTexts.form.cancel}
          </Button>
        )}
        <SaveState isDirty={isDirty} savedAt={savedAt} />
      </SaveBar>
    </form>
  )
}

function useSaveProfile(clinic: Clinic) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (profile: ClinicProfileForm) => callFunction('update-clinic-profile', profile),
    onSuccess: async ({ clinic: saved }) => {
      // the hub's color and name update at once
      queryClient.setQueryData(
        clinicQuery(clinic.subdomain).queryKey,
        (known) => known && { ...known, ...saved },
      )
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
  })
}
