-- A page of an owner's tasks, in the order in which they expire, and the next page's cursor.
--
-- A cursor is the id of the task with which a page ended, and is good for as long as it is noted.
--
-- KEYS  the owner's tasks, by when they expire; the owner's cursors, by when they end
-- ARGV  the most tasks on the page; how long a cursor is good, in milliseconds; the cursor, if any
local owned, cursors = unpack(KEYS)
local size, good_for, cursor = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('ZREMRANGEBYSCORE', owned, '-inf', now)
redis.call('ZREMRANGEBYSCORE', cursors, '-inf', now)

local first = 0
if cursor then
    if not redis.call('ZSCORE', cursors, cursor) then
        return redis.error_reply('CURSOR no page ended there')
    end
    -- If the task has expired since, so has all that came before it.
    first = (redis.call('ZRANK', owned, cursor) or -1) + 1
end

local page = redis.call('ZRANGE', owned, first, first + size - 1)
local next = false
if redis.call('ZCARD', owned) > first + size then
    next = page[#page]
    redis.call('ZADD', cursors, now + good_for, next)
    redis.call('PEXPIRE', cursors, good_for)
end
return { page, next }
