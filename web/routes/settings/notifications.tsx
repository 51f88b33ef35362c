import { preferenceTexts } from '#domain/texts/preferences.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { OwnCalendarCard } from '#web/features/appointments/booking/own-calendar-card.tsx'
import { UnreadLink } from '#web/features/notices/bell.tsx'
import { OutsideCalendarsCard } from '#web/features/outside-calendars/outside-calendars-card.tsx'
import { NoticePreferencesForm } from '#web/features/preferences/notice-preferences-form.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = preferenceTexts.notices

/** The user's notification preferences (docs/specification.md B2.12). */
export default function NotificationSettings() {
  const clinic = useClinic()
  const { user } = useSession()
  return (
    <UnsavedGuard>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        lead={
          <>
            {texts.lead(clinic.name)} <UnreadLink clinic={clinic} />
          </>
        }
      />
      {user && (
        <div className="group mt-8 space-y-6">
          <Card>
            <NoticePreferencesForm key={user.id} clinic={clinic} userId={user.id} />
          </Card>
          {/* appears with the form above, whose height is unknown while it loads */}
          <div className="space-y-6 group-has-[[aria-busy=true]]:hidden">
            <OwnCalendarCard clinic={clinic} />
            <OutsideCalendarsCard clinic={clinic} />
          </div>
        </div>
      )}
    </UnsavedGuard>
  )
}
