import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { operatorTexts } from '#domain/texts/operator.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { LogoMark } from '#web/components/clinic/logo.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { OwnAvatar } from '#web/components/people/own-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { AgreeFee } from '#web/features/operator/agree-fee.tsx'
import { ClinicList } from '#web/features/operator/clinic-list.tsx'
import { ContactRequests } from '#web/features/operator/contact-requests.tsx'
import { Failures } from '#web/features/operator/failures.tsx'
import { operatorOverviewQuery } from '#web/features/operator/queries.ts'
import { OwnMenu } from '#web/features/shell/own-menu.tsx'
import { AskAccess } from '#web/features/support/ask-access.tsx'
import { OperatorSupport } from '#web/features/support/operator-support.tsx'
import { refusalCode } from '#web/lib/fetch/refusals.ts'
import { config } from '#web/lib/page/config.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'
import NotFound from '../access/not-found.tsx'

const texts = operatorTexts

/** The operator's area, after two-step sign-in. Not found for others. */
export default function Operator() {
  const { user } = useSession()
  const overview = useQuery(operatorOverviewQuery())
  if (refusalCode(overview.error) === 'not_allowed') return <NotFound />
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-300 items-center gap-3 px-4 sm:px-6">
          <LogoMark />
          <span className="min-w-0 flex-1 truncate font-display text-lead font-semibold">
            {config.productName}
          </span>
          <OwnMenu>
            <Button
              variant="quiet"
              size="icon"
              aria-label={shellTexts.ownMenu.open(user ? displayName(user) : '')}
            >
              <OwnAvatar />
            </Button>
          </OwnMenu>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-300 flex-1 px-4 py-8 sm:px-6 sm:py-12">
        <PageHeading title={texts.title} site={config.productName} lead={texts.lead} />
        <div className="mt-8">
          {overview.isPending ? (
            <Loading>
              <Skeleton className="h-96 rounded-card" />
            </Loading>
          ) : overview.data ? (
            <Tabs defaultValue="clinics">
              <TabsList aria-label={texts.title}>
                <TabsTrigger value="clinics">{texts.tabs.clinics}</TabsTrigger>
                <TabsTrigger value="failures">{texts.tabs.failures}</TabsTrigger>
                <TabsTrigger value="requests">{texts.tabs.requests}</TabsTrigger>
                <TabsTrigger value="support">{supportTexts.operator.tab}</TabsTrigger>
              </TabsList>
              <TabsContent value="clinics">
                <ClinicList
                  actions={(clinic) => (
                    <>
                      <AskAccess clinic={clinic} />
                      <AgreeFee clinic={clinic} />
                    </>
                  )}
                />
              </TabsContent>
              <TabsContent value="failures">
                <Failures {...overview.data} />
              </TabsContent>
              <TabsContent value="requests">
                <ContactRequests requests={overview.data.requests} />
              </TabsContent>
              <TabsContent value="support">
                <OperatorSupport />
              </TabsContent>
            </Tabs>
          ) : refusalCode(overview.error) === 'second_step_required' ? (
            <EmptyState
              icon={ShieldAlert}
              title={texts.needsSecondStep.title}
              action={
                <Button asChild>
                  <Link to={paths.profile}>{texts.needsSecondStep.button}</Link>
                </Button>
              }
            >
              {texts.needsSecondStep.text}
            </EmptyState>
          ) : (
            <ErrorState title={texts.failed} onRetry={() => void overview.refetch()} />
          )}
        </div>
      </main>
    </div>
  )
}
