import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { CurrentClinicMark } from '#web/components/clinic/current-clinic-mark.tsx'
import { PictureField } from '#web/components/documents/picture-field.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { logoQuery } from '#web/lib/files/file-links.ts'

/** The clinic's public logo. Saved at once, apart from the profile's form. */
export function LogoSection({ slug }: { slug: string }) {
  const queryClient = useQueryClient()
  const query = logoQuery(slug)
  const { data: logo } = useQuery(query)
  return (
    <Card id={settingsCardIds.logo}>
      <CardTitle>{clinicTexts.profile.logo}</CardTitle>
      <CardNote className="mb-4">{clinicTexts.profile.logoHint}</CardNote>
      <PictureField
        kind="logo"
        hasPicture={Boolean(logo)}
        onChanged={() => queryClient.invalidateQueries({ queryKey: query.queryKey })}
      >
        <CurrentClinicMark className="size-20" />
      </PictureField>
    </Card>
  )
}
