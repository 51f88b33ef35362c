import { useSearchParams } from 'react-router'
import { type FeedbackView, feedbackViews } from '#domain/feedback/feedback.ts'
import { paths } from '#domain/paths.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { FeedbackList } from '#web/features/feedback/feedback-list.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = feedbackTexts.list

export default function ClinicFeedback() {
  const clinic = useClinic()
  const [query, setQuery] = useSearchParams()
  const view: FeedbackView = feedbackViews.find((each) => each === query.get('show')) ?? 'open'
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
    <div className="max-w-180">
      <BackLink to={withClinic(paths.messages)}>{texts.back}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <Tabs value={view} onValueChange={show} className="mt-6">
        <TabsList aria-label={texts.viewsLabel}>
          {feedbackViews.map((each) => (
            <TabsTrigger key={each} value={each}>
              {texts.views[each]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={view}>
          <FeedbackList key={view} clinic={clinic} view={view} />
        </TabsContent>
      </Tabs>
    </div>
  )
}
