import type { ReactNode } from 'react'
import type { OpeningSpan, Weekday } from '#domain/clinics/opening-hours.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { Card } from '#web/components/ui/card.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { OpeningHoursField } from './opening-hours-field.tsx'
import { hoursPart } from './profile-form.ts'
import { ProfileFormFrame } from './profile-form-frame.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** @param noteOn what to know about an open day with the entered hours */
export function HoursEditor({
  clinic,
  noteOn,
}: {
  clinic: Clinic
  noteOn(day: Weekday, hours: readonly OpeningSpan[]): ReactNode
}) {
  const profile = useProfileForm(clinic, hoursPart)
  const { formState, watch, setValue } = profile.form
  const { errors, isSubmitted } = formState
  const hours = watch('openingHours')
  return (
    <ProfileFormFrame profile={profile}>
      <Card id={settingsCardIds.hours}>
        <OpeningHoursField
          hours={hours}
          noteOn={(day) => noteOn(day, hours)}
          onChange={(changed) =>
            setValue('openingHours', changed, { shouldDirty: true, shouldValidate: isSubmitted })
          }
          problemAt={(index) =>
            errors.openingHours?.[index]?.opens?.message ?? errors.openingHours?.[index]?.closes?.message
          }
        />
      </Card>
    </ProfileFormFrame>
  )
}
