import type { User } from '@supabase/auth-js'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { EmailSection } from '#web/features/account/email-section.tsx'
import { NameForm } from '#web/features/account/name-form.tsx'
import { OwnSessions } from '#web/features/account/own-sessions.tsx'
import { PasswordSection } from '#web/features/account/password-section.tsx'
import { TwoFactorSection } from '#web/features/two-factor/two-factor-section.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import { config } from '#web/lib/config.ts'
import { useClinicLookup } from '#web/lib/current-clinic.ts'
import { useSession } from '#web/lib/session-context.ts'
import { useTab } from '#web/lib/use-tab.ts'

const texts = portalTexts.profile

/** My Profile (docs/specification.md B2.6): the person's account, the same at every clinic. */
export default function Profile() {
  const { user } = useSession()
  const { clinic } = useClinicLookup()
  const [tab, choose] = useTab(['personal', 'security'])
  if (!user) return null
  return (
    <>
      <PageHeading title={texts.title} site={clinic?.name ?? config.productName} />
      <Tabs value={tab} onValueChange={choose} className="mt-6">
        <TabsList>
          <TabsTrigger value="personal">{texts.tabs.personal}</TabsTrigger>
          <TabsTrigger value="security">{texts.tabs.security}</TabsTrigger>
        </TabsList>
        <TabsContent value="personal">
          <PersonalDetails user={user} />
        </TabsContent>
        <TabsContent value="security">
          <Security user={user} />
        </TabsContent>
      </Tabs>
    </>
  )
}

function PersonalDetails({ user }: { user: User }) {
  return (
    <div className="space-y-6">
      <Card>
        <CardTitle>{texts.name}</CardTitle>
        <CardNote className="mb-4">{texts.nameLead}</CardNote>
        <NameForm key={user.id} user={user} />
      </Card>
      <Card>
        <CardTitle>{accountTexts.email.title}</CardTitle>
        <CardNote className="mb-4">{accountTexts.email.lead}</CardNote>
        <EmailSection user={user} returnPath={withClinic(paths.profile)} />
      </Card>
    </div>
  )
}

function Security({ user }: { user: User }) {
  return (
    <>
      <PasswordSection user={user} title={accountTexts.password.title} lead={accountTexts.password.lead} />
      <TwoFactorSection user={user} lead={texts.twoFactorLead} enableLabel={texts.enable} />
      <OwnSessions openLabel={texts.history} />
      <Card className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle>{texts.leave}</CardTitle>
          <CardNote>{texts.leaveLead}</CardNote>
        </div>
        <Button asChild variant="outline">
          <Link to={withClinic(paths.logout)}>{texts.signOut}</Link>
        </Button>
      </Card>
    </>
  )
}
