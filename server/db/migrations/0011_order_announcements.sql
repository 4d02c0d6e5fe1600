CREATE TABLE "order_announcements" (
	"order_id" bigint PRIMARY KEY NOT NULL
);
