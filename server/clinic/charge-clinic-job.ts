/** The job that collects what one clinic owes Carefold, `{ clinicId }`. In a file of its own for those who only queue it. */
export const chargeClinicJob = 'statements.charge-clinic'
