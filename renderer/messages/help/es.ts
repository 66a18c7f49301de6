import type { HelpMessages } from './en.ts';

/** Words of the help, in Spanish. */
export const helpEs: HelpMessages = {
  help: {
    title: 'Ayuda',
    open: 'Ayuda sobre lo que está haciendo',
    search: 'Buscar en la guía',
    pages: 'Páginas de la guía',
    results: 'Encontrado en la guía',
    found_one: '{{count, number}} sección encontrada',
    found_other: '{{count, number}} secciones encontradas',
    nothing: 'No se ha encontrado nada. Pruebe con otra palabra.',
    readHow: 'Leer cómo se hace',
    releaseNotes: 'Notas de la versión',
    report: 'Informar de un problema',
    reportCommand: 'Informar de un problema…',
  },
  report: {
    lead: 'Describa el problema en pocas palabras y envíe la descripción, junto con el informe de abajo, a quien le facilitó Almanac.',
    did: 'Qué hizo',
    expected: 'Qué esperaba',
    happened: 'Qué ocurrió en su lugar',
    contents:
      'El informe contiene versiones, tamaños y el registro. No contiene nombres, direcciones, celdas ni tokens. Léalo antes de compartirlo.',
    text: 'El informe',
    copy: 'Copiar el informe',
    save: 'Guardar el informe…',
    failed: 'No se pudo copiar el informe. Guárdelo en su lugar.',
  },
};
