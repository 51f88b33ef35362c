import { useQuery } from '@tanstack/react-query'
import { Megaphone, MessageSquareHeart, MessagesSquare } from 'lucide-react'
import { Link, Outlet, useMatch, useSearchParams } from 'react-router'
import { type InboxView, inboxViews } from '#domain/messages/messages.ts'
import { messagesPath, paths } from '#domain/paths.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { feedbackCountsQuery } from '#web/features/feedback/feedback-counts.ts'
import { InboxList } from '#web/features/messages/inbox-list.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = messageTexts.inbox

export default function Inbox() {
  const clinic = useClinic()
  const mayWrite = useCan()('messages:write')
  const isThreadOpen = useMatch(messagesPath(':id')) !== null
  const [query, setQuery] = useSearchParams()
  const view: InboxView = inboxViews.find((each) => each === query.get('show')) ?? 'open'
  const { data: feedback } = useQuery(feedbackCountsQuery(clinic.subdomain))

  function show(next: string): void {
    setQuery(
      (now) => {
        if (next === 'open') now.delete('show')
        else now.set('show', next)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        className={cn(isThreadOpen && 'max-lg:hidden')}
        actions={
          <>
            {mayWrite && (
              <Button asChild variant="outline">
                <Link to={withClinic(paths.broadcasts)}>
                  <Megaphone aria-hidden className="max-sm:hidden" />
                  {texts.toMany}
                </Link>
              </Button>
            )}
            <Button asChild variant="outline">
              <Link to={withClinic(paths.clinicFeedback)}>
                <MessageSquareHeart aria-hidden className="max-sm:hidden" />
                {feedbackTexts.list.link(feedback?.open ?? 0)}
              </Link>
            </Button>
          </>
        }
      />
      <div className="mt-6 gap-6 max-lg:mt-4 lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={cn(isThreadOpen && 'max-lg:hidden')}>
          <Tabs value={view} onValueChange={show}>
            <TabsList aria-label={texts.viewsLabel}>
              {inboxViews.map((each) => (
                <TabsTrigger key={each} value={each}>
                  {texts.views[each]}
                </TabsTrigger>
              ))}
            </TabsList>
            <TabsContent value={view} className="pt-4">
              <InboxList
                key={view}
                clinic={clinic}
                view={view}
                query={view === 'open' ? '' : `?show=${view}`}
              />
            </TabsContent>
          </Tabs>
        </div>
        {isThreadOpen ? (
          <Outlet />
        ) : (
          <Card className="grid min-h-96 place-items-center text-center text-muted max-lg:hidden">
            <p>
              <MessagesSquare aria-hidden className="mx-auto mb-3 size-8 text-primary" />
              {texts.choose}
            </p>
          </Card>
        )}
      </div>
    </>
  )
}
