import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ColorField } from './color-field.tsx'
import { colorPart } from './profile-form.ts'
import { ProfileFormFrame } from './profile-form-frame.tsx'
import { useProfileForm } from './use-profile-form.ts'

const texts = clinicTexts.profile

export function ColorEditor({ clinic }: { clinic: Clinic }) {
  const profile = useProfileForm(clinic, colorPart)
  const { register, watch } = profile.form
  return (
    <ProfileFormFrame profile={profile}>
      <Card id={settingsCardIds.color}>
        <CardTitle>{texts.look}</CardTitle>
        <CardNote className="mb-5">{texts.lookHint}</CardNote>
        <ColorField registration={register('color')} chosen={watch('color')} clinicName={clinic.name} />
      </Card>
    </ProfileFormFrame>
  )
}
