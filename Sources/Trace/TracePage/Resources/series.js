// Columns of numbers: stretches of time, and numbers over time that are drawn at any zoom with about two points a pixel.

/** Numbers in a typed array that grows. */
class Column {
    constructor(kind = Float64Array) {
        this.values = new kind(1024);
        this.length = 0;
    }

    push(value) {
        if (this.length === this.values.length) {
            const larger = new this.values.constructor(this.length * 2);
            larger.set(this.values);
            this.values = larger;
        }
        this.values[this.length++] = value;
    }

    /** The first index whose value is at least `value`; the values ascend. */
    lowerBound(value) { return countWhile(this.length, (index) => this.values[index] < value); }

    /** The last index whose value is at most `value`; -1 if there is none. */
    floor(value) { return countWhile(this.length, (index) => this.values[index] <= value) - 1; }
}

/** The number of indices, of 0 up to `length`, for which a condition holds: for the first ones it does, from then on it does not. */
function countWhile(length, holds) {
    let low = 0, high = length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle)) low = middle + 1; else high = middle;
    }
    return low;
}

/** Stretches of time, each with a value, in the order of their beginnings. */
class Spans {
    constructor() {
        this.start = new Column();
        this.end = new Column();
        this.row = new Column(Int32Array);
        this.values = [];
    }

    open(time, value, row) {
        this.start.push(time);
        this.end.push(Infinity);
        this.row.push(row);
        this.values.push(value);
        return this.values.length - 1;
    }

    close(index, time) { if (index >= 0) this.end.values[index] = time; }

    /** The spans of each value by themselves. */
    byValue(lists = new Map()) {
        this.values.forEach((value, index) => {
            if (!lists.has(value)) lists.set(value, new Spans());
            const spans = lists.get(value);
            spans.close(spans.open(this.start.values[index], value, this.row.values[index]), this.end.values[index]);
        });
        return lists;
    }

    /** The latest span that has begun at a time; -1 if there is none. */
    at(time) { return this.start.floor(time); }

    /** The first span, if any, that may reach beyond a time: all before it have ended. */
    firstAfter(time) { return this.latestEnds().floor(time) + 1; }

    /** The latest end of the spans up to an index. */
    endUpTo(index) { return this.latestEnds().values[index]; }

    /** For each span the latest end of it and of those before it. Asked for only when all is read. */
    latestEnds() {
        if (this.latest?.length === this.values.length) return this.latest;
        this.latest = new Column();
        let end = -Infinity;
        for (let index = 0; index < this.values.length; index++) {
            end = Math.max(end, this.end.values[index]);
            this.latest.push(end);
        }
        return this.latest;
    }
}

class Series {
    /** @param isHeld true if a value stays until the next one, as a lens position does. */
    constructor(isHeld = false) {
        this.isHeld = isHeld;
        /** True if the highest value of a pixel counts, and not the mean. */
        this.hasPeaks = false;
        this.time = new Column();
        this.value = new Column();
        this.row = new Column(Int32Array);
        this.lowest = Infinity;
        this.highest = -Infinity;
    }

    push(time, value, row) {
        if (!Number.isFinite(value)) return;
        this.time.push(time);
        this.value.push(value);
        this.row.push(row);
        this.lowest = Math.min(this.lowest, value);
        this.highest = Math.max(this.highest, value);
    }

    /** Smallest, largest and sum of each block of values, so that a pixel with many of them need not look at all. */
    finish() {
        const count = Math.ceil(this.time.length / Series.block);
        this.blockSum = new Float64Array(count);
        this.blockLow = new Float64Array(count).fill(Infinity);
        this.blockHigh = new Float64Array(count).fill(-Infinity);
        for (let index = 0; index < this.time.length; index++) {
            const block = Math.floor(index / Series.block), value = this.value.values[index];
            if (value < this.blockLow[block]) this.blockLow[block] = value;
            if (value > this.blockHigh[block]) this.blockHigh[block] = value;
            this.blockSum[block] += value;
        }
    }

    /** The smallest, the largest and the mean of the values from `first` up to, but not including, `end`. */
    extent(first, end) {
        let low = Infinity, high = -Infinity, sum = 0, index = first;
        while (index < end) {
            const block = index / Series.block;
            if (Number.isInteger(block) && index + Series.block <= end) {
                low = Math.min(low, this.blockLow[block]);
                high = Math.max(high, this.blockHigh[block]);
                sum += this.blockSum[block];
                index += Series.block;
            } else {
                const value = this.value.values[index++];
                if (value < low) low = value;
                if (value > high) high = value;
                sum += value;
            }
        }
        return [low, high, sum / (end - first)];
    }

    /** The value at a row of the log; null before the first, and where the source has been silent for a second. */
    atRow(row, time) {
        const index = this.row.floor(row);
        if (index < 0 || (!this.isHeld && time - this.time.values[index] > 1)) return null;
        return this.value.values[index];
    }
}
Series.block = 64;
