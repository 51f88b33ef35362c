import type { ReactNode } from 'react'
import type { OpeningSpan, Weekday } from '#domain/clinics/opening-hours.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { Card } from '#web/components/ui/card.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { OpeningHoursField } from './opening-hours-field.tsx'
import { hoursPart } from './profile-form.ts'
import { ProfileFormFrame } from './profile-form-frame.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** @param noteOn what to know about an open day @param noteAbout what to know about the entered hours, above the save */
export function HoursEditor({
  clinic,
  noteOn,
  noteAbout,
}: {
  clinic: Clinic
  noteOn(day: Weekday): string | undefined
  noteAbout(hours: readonly OpeningSpan[]): ReactNode
}) {
  const profile = useProfileForm(clinic, hoursPart)
  const { formState, watch, setValue } = profile.form
  const { errors, isSubmitted } = formState
  return (
    <ProfileFormFrame profile={profile}>
      <Card id={settingsCardIds.hours}>
        <OpeningHoursField
          hours={watch('openingHours')}
          noteOn={noteOn}
          onChange={(changed) =>
            setValue('openingHours', changed, { shouldDirty: true, shouldValidate: isSubmitted })
          }
          problemAt={(index) =>
            errors.openingHours?.[index]?.opens?.message ?? errors.openingHours?.[index]?.closes?.message
          }
        />
      </Card>
      {noteAbout(watch('openingHours'))}
    </ProfileFormFrame>
  )
}
