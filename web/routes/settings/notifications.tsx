import { preferenceTexts } from '#domain/texts/preferences.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { OwnCalendarCard } from '#web/features/appointments/booking/own-calendar-card.tsx'
import { NoticePreferencesForm } from '#web/features/preferences/notice-preferences-form.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = preferenceTexts.notices

/** The user's notification preferences (docs/specification.md B2.12). */
export default function NotificationSettings() {
  const clinic = useClinic()
  const may = useCan()
  const { user } = useSession()
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead(clinic.name)} />
      {user && (
        <div className="group mt-8 space-y-6">
          <Card>
            <NoticePreferencesForm key={user.id} clinic={clinic} userId={user.id} />
          </Card>
          {/* appears with the form above, whose height is unknown while it loads */}
          {may('clinic:read') && (
            <div className="group-has-[[aria-busy=true]]:hidden">
              <OwnCalendarCard clinic={clinic} />
            </div>
          )}
        </div>
      )}
    </UnsavedGuard>
  )
}
