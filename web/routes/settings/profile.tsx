import { paths } from '#domain/paths.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { AvatarSection } from '#web/features/account/avatar-section.tsx'
import { EmailSection } from '#web/features/account/email-section.tsx'
import { OwnProfileForm } from '#web/features/profiles/own-profile-form.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accountTexts

/** The user's names, profile and email address (docs/specification.md B2.12). */
export default function ProfileSettings() {
  const clinic = useClinic()
  const { user } = useSession()
  return (
    <UnsavedGuard>
      <PageHeading title={texts.profile.title} site={clinic.name} lead={profileTexts.own.lead} />
      {user && (
        <div className="group mt-8 space-y-6">
          <Card>
            <CardTitle>{texts.avatar.title}</CardTitle>
            <CardNote className="mb-4">{texts.avatar.lead}</CardNote>
            <AvatarSection user={user} />
          </Card>
          <Card>
            <OwnProfileForm key={user.id} user={user} />
          </Card>
          {/* appears with the content above, whose height is unknown while it loads: nothing may move during reading
           */}
          <div className="space-y-6 group-has-[[aria-busy=true]]:hidden">
            <Card>
              <CardTitle>{texts.email.title}</CardTitle>
              <CardNote className="mb-4">{texts.email.lead}</CardNote>
              <EmailSection user={user} returnPath={withClinic(paths.settingsProfile)} />
            </Card>
          </div>
        </div>
      )}
    </UnsavedGuard>
  )
}
