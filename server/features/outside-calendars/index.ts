import { feature } from '#server/clinic/feature.ts'
import { connectOutsideCalendar } from './connect/connect-outside-calendar.ts'
import { finishOutsideCalendar } from './connect/finish-outside-calendar.ts'
import {
  addOutsideCalendar,
  ownOutsideCalendars,
  readOutsideCalendarNow,
  removeOutsideCalendar,
} from './own-outside-calendars.ts'
import { readOutsideCalendars } from './read-calendars-job.ts'
import { revokeConsent } from './revoke-consent.ts'

export const outsideCalendarsFeature = feature({
  actions: [
    ownOutsideCalendars,
    addOutsideCalendar,
    connectOutsideCalendar,
    finishOutsideCalendar,
    readOutsideCalendarNow,
    removeOutsideCalendar,
  ],
  jobs: [readOutsideCalendars, revokeConsent],
})
