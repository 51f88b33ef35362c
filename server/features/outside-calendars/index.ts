import { feature } from '#server/clinic/feature.ts'
import {
  addOutsideCalendar,
  ownOutsideCalendars,
  readOutsideCalendarNow,
  removeOutsideCalendar,
} from './own-outside-calendars.ts'
import { readOutsideCalendars } from './read-calendars-job.ts'

export const outsideCalendarsFeature = feature({
  actions: [ownOutsideCalendars, addOutsideCalendar, readOutsideCalendarNow, removeOutsideCalendar],
  jobs: [readOutsideCalendars],
})
