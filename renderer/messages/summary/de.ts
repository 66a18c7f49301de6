import type { SummaryMessages } from './en.ts';

/** Wörter der Zusammenfassungen. */
export const summaryDe: SummaryMessages = {
  summary: {
    columnsHint:
      'Ziehen Sie eine Spalte auf ein Feld unten, oder fügen Sie sie mit der Eingabetaste zu den Zeilen hinzu.',
    addFor: 'Nach {{column}} zusammenfassen',
    settings: 'Einstellungen der Zusammenfassung',
    rows: 'Zeilen',
    columns: 'Spalten',
    measures: 'Werte',
    add: 'Hinzufügen…',
    full: 'Unter {{place}} sind höchstens {{count, number}} Einträge möglich: Entfernen Sie einen, um einen anderen hinzuzufügen.',
    remove: '{{name}} entfernen',
    moveUp: '{{name}} nach oben',
    moveDown: '{{name}} nach unten',
    functionOf: 'Funktion von {{name}}',
    emptyTitle: 'Spalte zum Zusammenfassen wählen',
    emptyText: 'Summen werden über alle Zeilen berechnet, die die Filter auswählen, nie aus Teilsummen.',
    title: '{{measures}} nach {{keys}}',
    grid: 'Zusammenfassung von {{name}}',
    total: 'Gesamt',
    heat: 'Farbskala',
    collapseAll: 'Alle einklappen',
    expandAll: 'Alle ausklappen',
    loading: 'Wird berechnet…',
    nothing: 'Keine Zeilen zum Zusammenfassen',
    nothingText: 'Die Filter dieses Tabs lassen keine Zeilen übrig.',
    tooLarge: 'Zu viele Gruppen',
    tooLargeText:
      'Diese Zusammenfassung hat {{count, number}} Gruppen; bis zu {{most, number}} werden gezeigt. Entfernen Sie einen Schlüssel, wählen Sie größere Schritte oder filtern Sie die Zeilen.',
    actions: 'Aktionen der Zusammenfassung',
    saveXlsx: 'Als XLSX speichern…',
    saveCsv: 'Als CSV speichern…',
    copy: 'Tabelle kopieren',
    copyAddress: 'Adresse der Daten kopieren',
    saved: '{{name}} gespeichert',
    noRowsBehind: 'Kein Filter wählt genau diese Zeilen aus',
    keys: 'Pfeiltasten bewegen; Links und Rechts auf einem Zeilenkopf klappen ihn ein und aus; Eingabe zeigt die Zeilen hinter einer Zelle.',
  },
};
