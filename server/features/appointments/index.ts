import { feature } from '#server/clinic/feature.ts'
import { bookAppointment } from './booking/book-appointment.ts'
import { cancelAppointment } from './booking/cancel-appointment.ts'
import { cancelOwnAppointment } from './booking/cancel-own-appointment.ts'
import { confirmOwnAppointment } from './booking/confirm-own-appointment.ts'
import { holdTime } from './booking/hold-time.ts'
import { markAppointment } from './booking/mark-appointment.ts'
import { moveOwnAppointment } from './booking/move-own-appointment.ts'
import { remindOfVisits } from './booking/remind-of-visits.ts'
import { rescheduleAppointment } from './booking/reschedule-appointment.ts'
import { scheduleAppointment } from './booking/schedule-appointment.ts'
import { undoVisitChange } from './booking/undo-visit-change.ts'
import { visitObstacles } from './booking/visit-obstacles.ts'
import { visitPlans } from './booking/visit-plans.ts'
import { correctTimes } from './calendar/correct-times.ts'
import { freeTimes } from './calendar/free-times.ts'
import { heldTimes } from './calendar/held-times.ts'
import { openVisits } from './calendar/open-visits.ts'
import { makeCalendarAddress, ownCalendar, revokeCalendarAddress } from './calendar/own-calendar.ts'
import { visitDays } from './calendar/visit-days.ts'
import { markCalled } from './calls/mark-called.ts'
import { visitCalls } from './calls/visit-calls.ts'
import { visitReach } from './calls/visit-reach.ts'
import { changeVisits } from './handover/change-visits.ts'
import { handoverVisits } from './handover/handover-visits.ts'
import { visitsAhead } from './leaving/visits-ahead.ts'
import { removeScheduleException } from './scheduling/remove-schedule-exception.ts'
import { saveAppointmentType } from './scheduling/save-appointment-type.ts'
import { saveProvider } from './scheduling/save-provider.ts'
import { saveRoom } from './scheduling/save-room.ts'
import { saveScheduleException } from './scheduling/save-schedule-exception.ts'
import { saveSchedulingSettings } from './scheduling/save-scheduling-settings.ts'
import { acceptOffer } from './waitlist/accept-offer.ts'
import { addToWaitlist } from './waitlist/add-to-waitlist.ts'
import { answerOffer } from './waitlist/answer-offer.ts'
import { declineOffer } from './waitlist/decline-offer.ts'
import { joinWaitlist } from './waitlist/join-waitlist.ts'
import { leaveWaitlist } from './waitlist/leave-waitlist.ts'
import { offerTimes } from './waitlist/offer-times.ts'
import { removeFromWaitlist } from './waitlist/remove-from-waitlist.ts'

export const appointmentsFeature = feature({
  actions: [
    freeTimes,
    visitDays,
    openVisits,
    visitObstacles,
    visitPlans,
    visitsAhead,
    handoverVisits,
    changeVisits,
    scheduleAppointment,
    rescheduleAppointment,
    cancelAppointment,
    undoVisitChange,
    markAppointment,
    heldTimes,
    visitCalls,
    markCalled,
    visitReach,
    joinWaitlist,
    leaveWaitlist,
    addToWaitlist,
    removeFromWaitlist,
    acceptOffer,
    declineOffer,
    answerOffer,
    holdTime,
    bookAppointment,
    moveOwnAppointment,
    cancelOwnAppointment,
    confirmOwnAppointment,
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
  jobs: [remindOfVisits, correctTimes, offerTimes],
})
