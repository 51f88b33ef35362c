/** The job that collects a clinic's debt, `{ clinicId }`. */
export const chargeClinicJob = 'statements.charge-clinic'
