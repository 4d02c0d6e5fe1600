DELETE FROM "report_months";
