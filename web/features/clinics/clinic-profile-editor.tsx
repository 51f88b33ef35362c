import { useState } from 'react'
import { clinicLimits } from '#domain/clinics/clinics.ts'
import { addressAfterManualEdit, slugify } from '#domain/clinics/slug.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { AddressField } from '#web/components/form/address-field.tsx'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useAddressCheck } from '#web/lib/hooks/use-address-check.ts'
import { config } from '#web/lib/page/config.ts'
import { type DetailsForm, detailsPart, withScheme } from './profile-form.ts'
import { ProfileFormFrame } from './profile-form-frame.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { useProfileForm } from './use-profile-form.ts'

const texts = clinicTexts.profile
const minLength = 3

/** Name, address, time zone and description of the clinic. A new name leaves the address (docs/decisions/0228). */
export function ClinicProfileEditor({
  clinic,
  onMoved,
}: {
  clinic: Clinic
  onMoved(subdomain: string): void
}) {
  const profile = useProfileForm(clinic, detailsPart, onMoved)
  const { register, formState, watch, setValue } = profile.form
  const { errors } = formState
  const [name, timeZone, tagline, subdomain] = watch(['name', 'timeZone', 'tagline', 'subdomain'])
  const check = useAddressCheck(subdomain === clinic.subdomain ? '' : subdomain)
  const [moving, setMoving] = useState<DetailsForm | null>(null)
  const setAddress = (slug: string) =>
    setValue('subdomain', slug, { shouldDirty: true, shouldTouch: true, shouldValidate: true })

  const website = register('website')
  const derived = slugify(name)
  const isRenamed = name.trim() !== clinic.name && derived.length >= minLength && derived !== subdomain
  return (
    <ProfileFormFrame
      profile={profile}
      onSubmit={(values) =>
        values.subdomain === clinic.subdomain ? profile.save(values) : setMoving(values)
      }
    >
      <Card className="space-y-5">
        <CardTitle>{texts.basics}</CardTitle>
        <Field label={texts.name} error={errors.name?.message}>
          {(control) => <Input autoComplete="organization" {...control} {...register('name')} />}
        </Field>
        <div>
          <AddressField
            label={texts.address}
            hint={texts.addressHint}
            tooltip={texts.addressTooltip}
            registration={register('subdomain')}
            error={errors.subdomain?.message}
            check={check}
            onEdit={(typed) => setAddress(addressAfterManualEdit(typed, name).slug)}
          />
          <div className="flex flex-wrap gap-2 *:mt-1.5">
            {subdomain !== clinic.subdomain && (
              <Button variant="outline" size="small" onClick={() => setAddress(clinic.subdomain)}>
                {texts.keepAddress(clinic.subdomain)}
              </Button>
            )}
            {isRenamed && (
              <Button variant="outline" size="small" onClick={() => setAddress(derived)}>
                {texts.addressOfName(derived)}
              </Button>
            )}
          </div>
        </div>
        <TimeZoneField
          registration={register('timeZone')}
          chosen={timeZone}
          error={errors.timeZone?.message}
        />
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
          {(control) => <Textarea rows={4} {...control} {...register('about')} />}
        </Field>
      </Card>
      {moving && (
        <AlertDialog
          open
          onOpenChange={(isOpen) => !isOpen && setMoving(null)}
          title={texts.move.title(addressOf(moving.subdomain))}
          consequence={texts.move.consequence(addressOf(clinic.subdomain))}
          safeLabel={texts.move.keep}
          actionLabel={texts.move.confirm}
          actionVariant="primary"
          isBusy={profile.isSaving}
          onAction={() => void profile.save(moving).finally(() => setMoving(null))}
        />
      )}
    </ProfileFormFrame>
  )
}

const addressOf = (subdomain: string) => `${subdomain}.${config.appDomain}`
