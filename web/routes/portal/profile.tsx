import type { User } from '@supabase/auth-js'
import { Link } from 'react-router'
import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { standingIn } from '#domain/memberships/standing.ts'
import { paths } from '#domain/paths.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { KeptTab } from '#web/components/page/stored-tab.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Tabs, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { EmailGone } from '#web/features/account/email-gone.tsx'
import { EmailSection } from '#web/features/account/email-section.tsx'
import { NameForm } from '#web/features/account/name-form.tsx'
import { OwnSessions } from '#web/features/account/own-sessions.tsx'
import { PasswordSection } from '#web/features/account/password-section.tsx'
import { RecordLooks } from '#web/features/account/record-looks.tsx'
import { SignInHistory } from '#web/features/account/sign-in-history.tsx'
import { OwnGuardians } from '#web/features/guardians/own-guardians.tsx'
import { ContactPreferencesForm } from '#web/features/preferences/contact-preferences-form.tsx'
import { OwnConsents } from '#web/features/preferences/own-consents.tsx'
import { HealthInformationForm } from '#web/features/profiles/health-information-form.tsx'
import { PersonalDetailsForm } from '#web/features/profiles/personal-details-form.tsx'
import { ProfileSkeleton } from '#web/features/profiles/profile-states.tsx'
import { DownloadOwnRecord } from '#web/features/record-export/download-record.tsx'
import { LeaveClinic } from '#web/features/retention/leave-clinic.tsx'
import { TwoFactorSection } from '#web/features/two-factor/two-factor-section.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { config } from '#web/lib/page/config.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'
import { ConfirmEmailNotice } from './late-email-notice.tsx'

const texts = portalTexts.profile
const tabs = ['personal', 'health', 'notifications', 'security'] as const

/**
 * My Profile (docs/specification.md B2.6): the clinic's record of the patient, and the account shared by all clinics.
 */
export default function Profile() {
  const { user } = useSession()
  const { clinic } = useClinicLookup()
  const [tab, choose] = useTab(tabs)
  if (!user) return null
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic?.name ?? config.productName} />
      <Tabs value={tab} onValueChange={choose} className="mt-6">
        <TabsList>
          {tabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {texts.tabs[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        <KeptTab value="personal" isOpen={tab === 'personal'}>
          <PersonalTab user={user} />
        </KeptTab>
        <KeptTab value="health" isOpen={tab === 'health'}>
          <HealthTab />
        </KeptTab>
        <KeptTab value="notifications" isOpen={tab === 'notifications'}>
          <NotificationsTab />
        </KeptTab>
        <KeptTab value="security" isOpen={tab === 'security'}>
          <SecurityTab user={user} />
        </KeptTab>
      </Tabs>
    </UnsavedGuard>
  )
}

function PersonalTab({ user }: { user: User }) {
  const { memberships, areMembershipsLoading } = useSession()
  const { clinic, status } = useClinicLookup()
  const isLoading = areMembershipsLoading || status === 'loading'
  const isPatient = clinic !== null && standingIn(memberships, clinic.subdomain) === 'patient'
  // not before the address is proven
  const isActive = isPatient && activeMembershipIn(memberships, clinic.subdomain) !== null
  return (
    <div className="group space-y-6">
      <Card>
        <CardTitle>{isPatient ? texts.tabs.personal : texts.name}</CardTitle>
        <CardNote className="mb-4">
          {isPatient ? profileTexts.personal.lead(clinic.name) : texts.nameLead}
        </CardNote>
        {isLoading ? (
          <ProfileSkeleton />
        ) : isActive ? (
          <PersonalDetailsForm key={`${clinic.id} ${user.id}`} user={user} clinic={clinic} />
        ) : isPatient ? (
          <ConfirmEmailNotice />
        ) : (
          <NameForm key={user.id} user={user} />
        )}
      </Card>
      {isActive && <OwnGuardians clinic={clinic} />}
      {/* appears with the content above, whose height is unknown while it loads: nothing may move during reading */}
      <div className="space-y-6 group-has-[[aria-busy=true]]:hidden">
        <Card>
          <CardTitle>{accountTexts.email.title}</CardTitle>
          <CardNote className="mb-4">{accountTexts.email.lead}</CardNote>
          {isActive && <EmailGone user={user} clinic={clinic} returnPath={withClinic(paths.profile)} />}
          <EmailSection user={user} returnPath={withClinic(paths.profile)} />
        </Card>
        {isActive && <DownloadOwnRecord clinicName={clinic.name} />}
        {isActive && <LeaveClinic clinic={clinic} />}
      </div>
    </div>
  )
}

function HealthTab() {
  return (
    <ForProvenPatients pending={<ProfileSkeleton />}>
      {(clinic) => (
        <Card>
          <CardTitle>{texts.tabs.health}</CardTitle>
          <CardNote className="mb-4">{profileTexts.health.lead(clinic.name)}</CardNote>
          <HealthInformationForm key={clinic.id} clinic={clinic} />
        </Card>
      )}
    </ForProvenPatients>
  )
}

function NotificationsTab() {
  return (
    <ForProvenPatients pending={<ProfileSkeleton />}>
      {(clinic) => (
        <div className="space-y-6">
          <Card>
            <CardTitle>{texts.tabs.notifications}</CardTitle>
            <CardNote className="mb-4">{preferenceTexts.contact.lead(clinic.name)}</CardNote>
            <ContactPreferencesForm key={clinic.id} clinic={clinic} />
          </Card>
          <OwnConsents clinic={clinic} />
        </div>
      )}
    </ForProvenPatients>
  )
}

function SecurityTab({ user }: { user: User }) {
  return (
    <>
      <PasswordSection user={user} title={accountTexts.password.title} lead={accountTexts.password.lead} />
      <TwoFactorSection user={user} lead={texts.twoFactorLead} enableLabel={texts.enable} />
      <OwnSessions />
      <SignInHistory userId={user.id} />
      <RecordLooks userId={user.id} />
      <Card className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle>{texts.leave}</CardTitle>
          <CardNote>{texts.leaveLead}</CardNote>
        </div>
        <Button asChild variant="outline">
          <Link to={withClinic(paths.logout)} state={{ isBackOnFailure: true }}>
            {texts.signOut}
          </Link>
        </Button>
      </Card>
    </>
  )
}
