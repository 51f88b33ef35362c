import { feature } from '#server/platform/feature.ts'
import { acceptOffer } from './accept-offer.ts'
import { bookAppointment } from './book-appointment.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { cancelOwnAppointment } from './cancel-own-appointment.ts'
import { declineOffer } from './decline-offer.ts'
import { freeTimes } from './free-times.ts'
import { heldTimes } from './held-times.ts'
import { holdTime } from './hold-time.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { keepTimes } from './keep-times.ts'
import { leaveWaitlist } from './leave-waitlist.ts'
import { markAppointment } from './mark-appointment.ts'
import { moveOwnAppointment } from './move-own-appointment.ts'
import { offerTimes } from './offer-times.ts'
import { makeCalendarAddress, ownCalendar, revokeCalendarAddress } from './own-calendar.ts'
import { remindOfVisits } from './remind-of-visits.ts'
import { removeFromWaitlist } from './remove-from-waitlist.ts'
import { removeScheduleException } from './remove-schedule-exception.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import { saveAppointmentType } from './save-appointment-type.ts'
import { saveProvider } from './save-provider.ts'
import { saveRoom } from './save-room.ts'
import { saveScheduleException } from './save-schedule-exception.ts'
import { saveSchedulingSettings } from './save-scheduling-settings.ts'
import { scheduleAppointment } from './schedule-appointment.ts'
import { visitDays } from './visit-days.ts'
import { visitObstacles } from './visit-obstacles.ts'
import { visitPlans } from './visit-plans.ts'

export const appointmentsFeature = feature({
  actions: [
    freeTimes,
    visitDays,
    visitObstacles,
    visitPlans,
    scheduleAppointment,
    rescheduleAppointment,
    cancelAppointment,
    markAppointment,
    heldTimes,
    joinWaitlist,
    leaveWaitlist,
    removeFromWaitlist,
    acceptOffer,
    declineOffer,
    holdTime,
    bookAppointment,
    moveOwnAppointment,
    cancelOwnAppointment,
    saveAppointmentType,
    saveProvider,
    saveRoom,
    saveScheduleException,
    removeScheduleException,
    saveSchedulingSettings,
    ownCalendar,
    makeCalendarAddress,
    revokeCalendarAddress,
  ],
  jobs: [remindOfVisits, keepTimes, offerTimes],
})
