export const nextReservationWords = {
  title: 'Rezervări',
  open: 'Rezervări: încă {{number}}',
  promised: 'Urmează la această masă: {{who}}',
  urgency: { late: 'întârzie', needed: 'e nevoie de masă' },
  steps: {
    ...{ confirmed: 'Confirmați', seated: 'Așezați', done: 'Au plecat', cancelled: 'Anulați rezervarea' },
    no_show: 'Nu au venit',
  },
  status: {
    ...{ asked: 'cerută', confirmed: 'confirmată', seated: 'la masă', done: 'a fost aici', cancelled: 'anulată' },
    no_show: 'nu a venit',
  },
}
